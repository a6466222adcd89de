/** Randomness that protects something: keys, state, nonce, PKCE verifiers, ids. Never seeded. Test data draws elsewhere. */
export interface Random {
  bytes(length: number): Uint8Array
  uuid(): string
}
