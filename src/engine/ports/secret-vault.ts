/** Reads secrets by id for one project. Values stay in the host that runs the steps. */
export interface SecretVault {
  /** The value, or undefined if none is stored. Rejects with AssayError `secret-missing` when the vault is locked. */
  get(id: string): Promise<string | undefined>
}
