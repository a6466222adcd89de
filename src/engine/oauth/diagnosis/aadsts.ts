/** Microsoft's code for the situation: `7000215`; empty if the text holds none. */
export const aadstsOf = (text: string): string => /AADSTS(\d{4,7})/.exec(text)?.[1] ?? ''
