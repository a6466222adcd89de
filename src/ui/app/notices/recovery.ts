import { createSignal } from 'solid-js'
import type { Recovery } from '#storage/copies/types.ts'

const [recovery, setRecovery] = createSignal<Recovery>()

/** What the browser had lost, and what of it came back; undefined once someone has read it. */
export { recovery, setRecovery }
