/** Words to avoid, each with its replacement. */
export const refusedWords: readonly (readonly [RegExp, string])[]
export const proseOf: (file: string, text: string) => [line: number, prose: string][]
export const refusedIn: (file: string, text: string) => string[]
