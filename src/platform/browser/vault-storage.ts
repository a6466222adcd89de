/** Ciphertext with the initialisation vector that it was made with. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** The data key: as a key that can't be exported, or wrapped under a passphrase. `generation` grows when it changes. */
export interface KeyRecord {
  id: 'vault'
  generation: number
  key?: CryptoKey
  wrapped?: Sealed & { salt: Uint8Array<ArrayBuffer>; rounds: number }
}

/** An encrypted secret of a project, by its local id (P4). */
export interface SecretCipher extends Sealed {
  project: string
  id: string
}

/** An encrypted token set of a step in an environment. */
export interface TokenCipher extends Sealed {
  project: string
  environment: string
  step: string
}

/** Everything that is encrypted under the data key. */
export interface Encrypted {
  secrets: SecretCipher[]
  tokens: TokenCipher[]
}

/** Where the vault keeps ciphertext and its key: the storage layer's tables. Values never get there. */
export interface VaultStorage {
  key(): Promise<KeyRecord | undefined>
  secret(project: string, id: string): Promise<{ key: KeyRecord | undefined; record: SecretCipher | undefined }>
  token(
    project: string,
    environment: string,
    step: string,
  ): Promise<{ key: KeyRecord | undefined; record: TokenCipher | undefined }>
  secretIds(project: string): Promise<string[]>
  tokens(project: string): Promise<TokenCipher[]>
  all(): Promise<Encrypted & { key: KeyRecord | undefined }>
  deleteSecret(project: string, id: string): Promise<void>
  deleteToken(project: string, environment: string, step: string): Promise<void>
  /** False if another key is in force by now. */
  put(records: Partial<Encrypted>, generation: number): Promise<boolean>
  /** Stores the first key unless there is one; gives the one in force. */
  begin(key: KeyRecord): Promise<KeyRecord>
  /** All or nothing; false if something was written since `before`. */
  replaceKey(key: KeyRecord, next: Encrypted, before: Encrypted): Promise<boolean>
}
