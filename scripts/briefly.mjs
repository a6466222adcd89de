/**
 * Options of Node for a process that lives for a minute: a larger nursery is collected less often, and, where Node knows how to wait with
 * it (later ones refuse the option), what is optimised before it has run for a while is not used often enough to be worth it. A tenth of
 * the processor's time of the unit tests.
 */
export const briefly = [
  '--max-semi-space-size=64',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=600000'] : []),
]
