import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, importSPKI, type CryptoKey } from 'jose'

/** A new pair, extractable, as copies whose JWK can be written at any time (see createBindingKey in ../binding.ts). */
export async function generatedPair(algorithm: string): Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  return {
    privateKey: await importPKCS8(await exportPKCS8(pair.privateKey), algorithm, { extractable: true }),
    publicKey: await importSPKI(await exportSPKI(pair.publicKey), algorithm, { extractable: true }),
  }
}
