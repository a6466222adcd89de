#!/bin/sh
# Makes the key files of the tests anew, with OpenSSL 3. They protect nothing. Run it inside an empty folder.
set -eu
legacy="-provider legacy -provider default"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.pkcs8.pem
openssl rsa -in rsa.pkcs8.pem -traditional -out rsa.pkcs1.pem
openssl rsa -in rsa.pkcs8.pem -traditional -aes256 -passout pass:secret -out rsa.dek-aes256.pem
openssl rsa -in rsa.pkcs8.pem -traditional -des3 -passout pass:secret -out rsa.dek-des3.pem
openssl rsa $legacy -in rsa.pkcs8.pem -traditional -des -passout pass:secret -out rsa.dek-des.pem
openssl pkcs8 -topk8 -in rsa.pkcs8.pem -v2 aes-256-cbc -passout pass:secret -out rsa.pbes2-aes256.pem
openssl pkcs8 -topk8 -in rsa.pkcs8.pem -v2 des3 -passout pass:secret -out rsa.pbes2-des3.pem
openssl pkcs8 -topk8 -in rsa.pkcs8.pem -v1 PBE-SHA1-3DES -passout pass:secret -out rsa.pkcs12-3des.pem
openssl pkcs8 $legacy -topk8 -in rsa.pkcs8.pem -v1 PBE-SHA1-RC4-128 -passout pass:secret -out rsa.pkcs12-rc4.pem
openssl pkcs8 $legacy -topk8 -in rsa.pkcs8.pem -v1 PBE-MD5-DES -passout pass:secret -out rsa.pbes1-md5-des.pem
openssl pkcs8 -topk8 -in rsa.pkcs8.pem -scrypt -passout pass:secret -out rsa.scrypt.pem
openssl rsa -in rsa.pkcs8.pem -pubout -out rsa.public.pem
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa-1024.pem
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 -out rsa-pss.pem
for curve in P-256 P-384 P-521; do
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:$curve -out ec-$curve.pkcs8.pem
  openssl ec -in ec-$curve.pkcs8.pem -out ec-$curve.sec1.pem
done
openssl ecparam -name prime256v1 -genkey -out ec.with-parameters.pem
openssl ec -in ec-P-256.pkcs8.pem -no_public -out ec.no-public.pem
openssl ec -in ec-P-256.pkcs8.pem -aes128 -passout pass:secret -out ec.dek-aes128.pem
openssl ec -in ec-P-256.pkcs8.pem -param_enc explicit -out ec.explicit.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out ec-secp256k1.pem
openssl genpkey -algorithm ed25519 -out ed25519.pem
openssl genpkey -algorithm ed448 -out ed448.pem
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt.pem -subj "/O=Assay/CN=Test CA" -days 36500
openssl req -new -key rsa.pkcs8.pem -subj "/C=DE/O=Assay Tests/CN=client.example" -out rsa.csr.pem
openssl x509 -req -in rsa.csr.pem -CA ca.crt.pem -CAkey ca.key -CAcreateserial -days 36500 -out rsa.crt.pem
openssl req -x509 -key ec-P-256.pkcs8.pem -utf8 -subj "/CN=Prüfung €" -days 36500 -out ec.crt.pem
openssl req -x509 -key ed25519.pem -subj "/CN=Edwards" -days 36500 -out ed25519.crt.pem
pfx() { name=$1; shift; openssl pkcs12 -export "$@" -out "$name"; openssl base64 -in "$name" -out "$name.txt"; rm "$name"; }
rsa="-inkey rsa.pkcs8.pem -in rsa.crt.pem"
ec="-inkey ec-P-256.pkcs8.pem -in ec.crt.pem"
pfx rsa.aes-chain.pfx $rsa -certfile ca.crt.pem -passout pass:secret
pfx rsa.rc2-chain.pfx -legacy $rsa -certfile ca.crt.pem -passout pass:secret
pfx rsa.3des.pfx -legacy -descert $rsa -passout pass:secret
pfx rsa.rc4.pfx -legacy -keypbe PBE-SHA1-RC4-128 -certpbe PBE-SHA1-RC4-128 $rsa -passout pass:secret
pfx rsa.no-mac.pfx $rsa -nomac -passout pass:secret
pfx rsa.sha512-mac.pfx $rsa -macalg sha512 -passout pass:secret
pfx rsa.empty-password.pfx $rsa -passout pass:
pfx rsa.not-encrypted.pfx $rsa -keypbe NONE -certpbe NONE -passout pass:secret
pfx certificates-only.pfx -nokeys -in rsa.crt.pem -passout pass:secret
pfx ec.unicode.pfx $ec -passout 'pass:pässwörd€🔑'
pfx ec.unicode-legacy.pfx -legacy $ec -passout 'pass:pässwörd€'
pfx ed25519.pfx -inkey ed25519.pem -in ed25519.crt.pem -passout pass:secret
ssh-keygen -q -t ed25519 -N '' -C '' -f openssh.pem
rm -f ca.key ca.crt.srl ca.srl openssh.pem.pub
