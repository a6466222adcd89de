import type { Plugin } from 'vite'

/** `virtual:script-api`: what runs inside of QuickJS before a script, as texts. */
export function scriptApi(): Plugin
/** QuickJS as WebAssembly, beside the script that loads it. */
export const quickjsFile: Plugin
