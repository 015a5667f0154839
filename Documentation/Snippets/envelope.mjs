// Seals and opens messages of Posthorn's envelope, version 2 (Documentation/SealedEnvelope.md), with Node's own modules.
//
//     node envelope.mjs <envelope2.json>   checks this file against the vectors
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

export const mediaTypeOfSealed = "application/vnd.posthorn.sealed";
const suites = {
  5: { label: "posthorn.xaes-256-gcm.v2", algorithm: "aes-256-gcm" },
  6: { label: "posthorn.chacha20-poly1305.v2", algorithm: "chacha20-poly1305" },
};

function messageKey({ suite, key, part }, salt) {
  const info = `${suites[suite].label} ${part.split(" ")[0]}`;
  const own = Buffer.from(hkdfSync("sha256", key, "", info, 32));
  if (suite === 6) return createHmac("sha256", own).update(Buffer.concat([salt, Buffer.from([1])])).digest();
  const aes = (block) => createCipheriv("aes-256-ecb", own, null).setAutoPadding(false).update(block);
  const number = BigInt("0x" + aes(Buffer.alloc(16)).toString("hex"));
  const subkey = ((number << 1n) & ((1n << 128n) - 1n)) ^ (number >> 127n ? 0x87n : 0n);
  return Buffer.concat([1, 2].map((counter) => {
    const block = BigInt("0x" + Buffer.concat([Buffer.from([0, counter, 0x58, 0]), salt]).toString("hex")) ^ subkey;
    return aes(Buffer.from(block.toString(16).padStart(32, "0"), "hex"));
  }));
}

function additionalData(m, start) {
  const texts = [suites[m.suite].label, m.part, m.audience, m.method, m.target, m.exchange, String(m.status ?? "")];
  return Buffer.concat([...texts.map((text) => Buffer.from(text)), start].flatMap((field) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(field.length);
    return [length, field];
  }));
}

// `m` has suite, keyID, key, part, audience, method, target, exchange, and the status of a response.
export function seal(m, plaintext, mediaType = "", { salt, nonce, time } = {}) {
  salt ??= randomBytes(12);
  nonce ??= randomBytes(12);
  const [id, type, seconds] = [Buffer.from(m.keyID), Buffer.from(mediaType), Buffer.alloc(8)];
  seconds.writeBigUInt64BE(BigInt(time ?? Math.floor(Date.now() / 1000)));
  const start = Buffer.concat([Buffer.from([m.suite, id.length]), id, Buffer.from([type.length]), type, seconds, salt]);
  const cipher = createCipheriv(suites[m.suite].algorithm, messageKey(m, salt), nonce, { authTagLength: 16 });
  cipher.setAAD(additionalData(m, start), { plaintextLength: plaintext.length });
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([start, nonce, sealed, cipher.getAuthTag()]);
}

// Returns the media type and the plaintext. Every defect is an error with the same text.
export function open(m, envelope, { now, window = 300 } = {}) {
  try {
    const idEnd = 2 + envelope[1];
    const end = idEnd + 1 + envelope[idEnd] + 8 + 12;
    const sealed = envelope.subarray(end + 12, -16);
    if (envelope[0] !== m.suite || envelope.subarray(2, idEnd).toString() !== m.keyID || envelope.length < end + 28)
      throw new Error();
    const key = messageKey(m, envelope.subarray(end - 12, end));
    const nonce = envelope.subarray(end, end + 12);
    const cipher = createDecipheriv(suites[m.suite].algorithm, key, nonce, { authTagLength: 16 });
    cipher.setAAD(additionalData(m, envelope.subarray(0, end)), { plaintextLength: sealed.length });
    cipher.setAuthTag(envelope.subarray(-16));
    const plaintext = Buffer.concat([cipher.update(sealed), cipher.final()]);
    const time = Number(envelope.readBigUInt64BE(end - 20));
    if (Math.abs(time - (now ?? Date.now() / 1000)) > window) throw new Error();
    return { mediaType: envelope.subarray(idEnd + 1, end - 20).toString(), plaintext };
  } catch {
    throw new Error("the message is not what was sealed for this exchange");
  }
}

if (process.argv[1]?.endsWith("envelope.mjs") && process.argv[2]) {
  for (const m of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
    const hex = (name) => Buffer.from(m[name], "hex");
    const message = { ...m, key: hex("key") };
    const opened = open(message, hex("envelope"), { now: m.time });
    const again = seal(message, hex("plaintext"), m.mediaType, { salt: hex("salt"), nonce: hex("nonce"), time: m.time });
    if (opened.mediaType !== m.mediaType || !opened.plaintext.equals(hex("plaintext"))) throw new Error(m.name);
    if (!again.equals(hex("envelope"))) throw new Error(m.name);
    for (let place = 0; place < again.length; place++) {
      const changed = hex("envelope");
      changed[place] ^= 1;
      let refused = false;
      try { open(message, changed, { now: m.time }); } catch { refused = true; }
      if (!refused) throw new Error(`${m.name}: byte ${place}`);
    }
  }
  console.log("node: all vectors");
}
