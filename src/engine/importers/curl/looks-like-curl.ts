/** Whether a pasted text is a cURL command. */
export const looksLikeCurl = (text: string): boolean => /^\s*(\$\s+)?curl(\.exe)?\s/.test(text)
