/**
 * Options of Node for a process that lives for a minute: what is optimised before it has run for a while is not used often enough to be
 * worth it, and a larger nursery is collected less often. A tenth of the processor's time of the unit tests.
 */
export const briefly = ['--interrupt-budget=600000', '--max-semi-space-size=64']
