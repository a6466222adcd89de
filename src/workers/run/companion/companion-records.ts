import type { PairingStore, KeptPairing } from '#platform/browser/companion/companion-link.ts'
import type { Vault } from '#platform/browser/vault.ts'
import { companionPlace } from '../run-protocol.ts'

const pairingId = 'pairing'
const hostsId = (localId: string): string => `hosts of ${localId}`

/** What the vault keeps of the companion. */
export interface CompanionRecords extends PairingStore {
  /** The private hosts that the user has allowed a project to reach through the companion. */
  allowedHosts(localId: string): Promise<string[]>
  allowHosts(localId: string, hosts: readonly string[]): Promise<void>
}

/** Keeps them in the vault, where projects keep their secrets; it belongs to none of them. */
export function createCompanionRecords(vault: Vault): CompanionRecords {
  const read = async <T>(id: string): Promise<T | undefined> => {
    const text = await vault.secret(companionPlace, id)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }
  return {
    read: () => read<KeptPairing>(pairingId),
    write: (pairing) => vault.putSecret(companionPlace, pairingId, JSON.stringify(pairing)),
    clear: () => vault.deleteSecret(companionPlace, pairingId),
    allowedHosts: async (localId) => (await read<string[]>(hostsId(localId))) ?? [],
    allowHosts: (localId, hosts) => vault.putSecret(companionPlace, hostsId(localId), JSON.stringify(hosts)),
  }
}
