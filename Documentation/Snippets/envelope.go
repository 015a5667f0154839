// Seals and opens messages of Posthorn's envelope, version 2 (Documentation/SealedEnvelope.md), with Go's own packages:
// XAES-256-GCM only, because ChaCha20-Poly1305 is in golang.org/x/crypto.
//
//	go run envelope.go <envelope2.json>   checks this file against the vectors
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const label = "posthorn.xaes-256-gcm.v2"

var errNotOpened = errors.New("the message is not what was sealed for this exchange")

// Message is what both sides know of a message; Status is empty for a request.
type Message struct {
	KeyID, Part, Audience, Method, Target, Exchange, Status string
	Key                                                     []byte
}

func mac(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func (m Message) aead(salt []byte) (cipher.AEAD, error) {
	info := label + " " + strings.Fields(m.Part)[0]
	// HKDF-SHA256 (RFC 5869) without a salt, of one block.
	key := mac(mac(make([]byte, 32), m.Key), []byte(info), []byte{1})
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	subkey := make([]byte, 16)
	block.Encrypt(subkey, subkey)
	high := subkey[0] >> 7
	for i := range subkey {
		subkey[i] <<= 1
		if i < 15 {
			subkey[i] |= subkey[i+1] >> 7
		}
	}
	subkey[15] ^= high * 0x87
	derived := []byte{}
	for counter := byte(1); counter <= 2; counter++ {
		part := append([]byte{0, counter, 0x58, 0}, salt...)
		for i := range part {
			part[i] ^= subkey[i]
		}
		block.Encrypt(part, part)
		derived = append(derived, part...)
	}
	if block, err = aes.NewCipher(derived); err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func (m Message) additionalData(start []byte) []byte {
	data := []byte{}
	texts := []string{label, m.Part, m.Audience, m.Method, m.Target, m.Exchange, m.Status, string(start)}
	for _, text := range texts {
		data = binary.BigEndian.AppendUint32(data, uint32(len(text)))
		data = append(data, text...)
	}
	return data
}

// Seal seals a message with fresh random bytes.
func (m Message) Seal(plaintext []byte, mediaType string) ([]byte, error) {
	random := make([]byte, 24)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	return m.sealWith(plaintext, mediaType, uint64(time.Now().Unix()), random[:12], random[12:])
}

func (m Message) sealWith(plaintext []byte, mediaType string, seconds uint64, salt, nonce []byte) ([]byte, error) {
	start := append([]byte{5, byte(len(m.KeyID))}, m.KeyID...)
	start = append(append(start, byte(len(mediaType))), mediaType...)
	start = append(binary.BigEndian.AppendUint64(start, seconds), salt...)
	aead, err := m.aead(salt)
	if err != nil {
		return nil, err
	}
	envelope := append(append([]byte{}, start...), nonce...)
	return aead.Seal(envelope, nonce, plaintext, m.additionalData(start)), nil
}

// Open returns the plaintext and its media type. Every defect is the same error.
func (m Message) Open(envelope []byte, now time.Time, window time.Duration) ([]byte, string, error) {
	if len(envelope) < 2 || envelope[0] != 5 || len(envelope) < 3+int(envelope[1]) {
		return nil, "", errNotOpened
	}
	idEnd := 2 + int(envelope[1])
	end := idEnd + 1 + int(envelope[idEnd]) + 8 + 12
	if len(envelope) < end+28 || string(envelope[2:idEnd]) != m.KeyID {
		return nil, "", errNotOpened
	}
	aead, err := m.aead(envelope[end-12 : end])
	if err != nil {
		return nil, "", errNotOpened
	}
	plaintext, err := aead.Open(nil, envelope[end:end+12], envelope[end+12:], m.additionalData(envelope[:end]))
	age := now.Sub(time.Unix(int64(binary.BigEndian.Uint64(envelope[end-20:])), 0))
	if err != nil || age > window || age < -window {
		return nil, "", errNotOpened
	}
	return plaintext, string(envelope[idEnd+1 : end-20]), nil
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var vectors []struct {
		Name, Part, KeyID, Key, Audience, Method, Target, Exchange, MediaType, Salt, Nonce, Plaintext, Envelope string
		Suite, Time                                                                                             int
		Status                                                                                                  *int
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		panic(err)
	}
	for _, v := range vectors {
		if v.Suite != 5 {
			continue
		}
		bytesOf := func(text string) []byte { b, _ := hex.DecodeString(text); return b }
		m := Message{v.KeyID, v.Part, v.Audience, v.Method, v.Target, v.Exchange, "", bytesOf(v.Key)}
		if v.Status != nil {
			m.Status = strconv.Itoa(*v.Status)
		}
		now, sealed := time.Unix(int64(v.Time), 0), bytesOf(v.Envelope)
		plaintext, mediaType, err := m.Open(sealed, now, 5*time.Minute)
		again, _ := m.sealWith(bytesOf(v.Plaintext), v.MediaType, uint64(v.Time), bytesOf(v.Salt), bytesOf(v.Nonce))
		if err != nil || mediaType != v.MediaType || !bytes.Equal(plaintext, bytesOf(v.Plaintext)) || !bytes.Equal(again, sealed) {
			panic(v.Name)
		}
		for place := range sealed {
			changed := append([]byte{}, sealed...)
			changed[place] ^= 1
			if _, _, err := m.Open(changed, now, 5*time.Minute); err == nil {
				panic(fmt.Sprint(v.Name, ": byte ", place))
			}
		}
	}
	fmt.Println("go: all vectors of XAES-256-GCM")
}
