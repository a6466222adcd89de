/** What a proposal warns of. */
export const safetyTexts = {
  newHost: (host: string): string => `New host: ${host}. Neither the project nor your message names it.`,
  newHeaders: (names: readonly string[]): string =>
    `New ${names.length === 1 ? 'header' : 'headers'}: ${names.join(', ')}. Neither the project nor your message names ${names.length === 1 ? 'it' : 'them'}.`,
  hostFromRun: (step: string, variable: string): string =>
    `"${step}" sends to a host that \${${variable}} gives only during the run.`,
  someHost: 'a host that is known only during the run',
  secretElsewhere: (secret: string, host: string): string =>
    `The secret ${secret} is sent to ${host}, where it wasn't used before.`,
  removes: (of: string, name: string): string => `Removes the ${of} "${name}".`,
  checkGone: (step: string, check: string): string => `Weaker: "${step}" no longer checks ${check}.`,
  checkOther: (step: string, check: string, now: string): string => `Weaker: "${step}" checked ${check}, now ${now}.`,
  switchedOff: (step: string): string => `Weaker: "${step}" is switched off.`,
} as const
