"""Makes a chain, its revocation lists and OCSP responses in the folder of its argument."""
import datetime
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import ocsp
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

folder = sys.argv[1]
now = datetime.datetime.now(datetime.timezone.utc)
day = datetime.timedelta(days=1)


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def write(file, data):
    with open(f"{folder}/{file}", "wb") as output:
        output.write(data)


def pem(thing):
    return thing.public_bytes(serialization.Encoding.PEM)


def certificate(subject, key, issuer, issuer_key, extensions):
    issuer_name = issuer.subject if issuer else name(subject)
    builder = (
        x509.CertificateBuilder().subject_name(name(subject)).issuer_name(issuer_name)
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - day).not_valid_after(now + 2 * day)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False))
    for extension, is_critical in extensions:
        builder = builder.add_extension(extension, is_critical)
    return builder.sign(issuer_key, hashes.SHA256())


def usage(**bits):
    names = [
        "digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
        "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{**dict.fromkeys(names, False), **bits})


def authority(length):
    return [
        (x509.BasicConstraints(True, length), True),
        (usage(key_cert_sign=True, crl_sign=True, digital_signature=True), True)]


def revocation_list(issuer, key, serials=(), last=now - day, following=now + day, owner=None):
    builder = (
        x509.CertificateRevocationListBuilder().issuer_name(issuer.subject)
        .last_update(last).next_update(following)
        .add_extension(x509.CRLNumber(1), False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key((owner or key).public_key()), False))
    for serial in serials:
        builder = builder.add_revoked_certificate(
            x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now - day)
            .build())
    return builder.sign(key, hashes.SHA256())


def response(
        own, signer, key, revoked=False, last=now - day, following=now + day,
        digest=hashes.SHA1, certificates=None):
    status = ocsp.OCSPCertStatus.REVOKED if revoked else ocsp.OCSPCertStatus.GOOD
    builder = (
        ocsp.OCSPResponseBuilder()
        .add_response(
            own, mid, digest(), status, last, following, now - day if revoked else None, None)
        .responder_id(ocsp.OCSPResponderEncoding.HASH, signer))
    if certificates:
        builder = builder.certificates(certificates)
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


keys = {
    owner: ec.generate_private_key(ec.SECP256R1())
    for owner in ["root", "mid", "leaf", "staple", "stranger", "responder"]}
root = certificate("root", keys["root"], None, keys["root"], authority(None))
mid = certificate("intermediate", keys["mid"], root, keys["root"], authority(0))
server = [
    (x509.SubjectAlternativeName([x509.DNSName("localhost")]), False),
    (usage(digital_signature=True), True),
    (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)]
must_staple = (x509.TLSFeature([x509.TLSFeatureType.status_request]), False)
leaf = certificate("server", keys["leaf"], mid, keys["mid"], server)
staple = certificate("server", keys["staple"], mid, keys["mid"], server + [must_staple])
responder = certificate(
    "responder", keys["responder"], mid, keys["mid"],
    [(usage(digital_signature=True), True),
     (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.OCSP_SIGNING]), False)])
stranger = certificate("intermediate", keys["stranger"], None, keys["stranger"], authority(None))

write("root.pem", pem(root))
write("mid.pem", pem(mid))
for owner, own in [("leaf", leaf), ("staple", staple)]:
    write(f"{owner}.pem", pem(own) + pem(mid))
    write(f"{owner}.key", keys[owner].private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()))

lists = {
    "good": revocation_list(mid, keys["mid"]),
    "revoked": revocation_list(mid, keys["mid"], [leaf.serial_number]),
    "expired": revocation_list(mid, keys["mid"], last=now - 2 * day, following=now - day),
    "future": revocation_list(mid, keys["mid"], last=now + day, following=now + 2 * day),
    "forged": revocation_list(mid, keys["stranger"], owner=keys["mid"]),
    "root": revocation_list(root, keys["root"]),
    "root-revoked": revocation_list(root, keys["root"], [mid.serial_number])}
for kind, made in lists.items():
    write(f"{kind}.crl", pem(made))
write("good-der.crl", lists["good"].public_bytes(serialization.Encoding.DER))

for owner, own in [("leaf", leaf), ("staple", staple)]:
    write(f"{owner}-good.ocsp", response(own, mid, keys["mid"]))
    write(f"{owner}-sha256.ocsp", response(own, mid, keys["mid"], digest=hashes.SHA256))
    write(f"{owner}-delegated.ocsp", response(
        own, responder, keys["responder"], certificates=[responder]))
    write(f"{owner}-revoked.ocsp", response(own, mid, keys["mid"], revoked=True))
    write(f"{owner}-expired.ocsp", response(
        own, mid, keys["mid"], last=now - 2 * day, following=now - day))
    write(f"{owner}-forged.ocsp", response(own, stranger, keys["stranger"], certificates=[stranger]))
    # A certificate of the same authority that may not sign responses.
    write(f"{owner}-unauthorized.ocsp", response(own, leaf, keys["leaf"], certificates=[leaf]))
    other = staple if owner == "leaf" else leaf
    write(f"{owner}-other.ocsp", response(other, mid, keys["mid"]))
    write(f"{owner}-later.ocsp", ocsp.OCSPResponseBuilder.build_unsuccessful(
        ocsp.OCSPResponseStatus.TRY_LATER).public_bytes(serialization.Encoding.DER))
