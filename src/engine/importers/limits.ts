/** The most bytes that an import may hold, unpacked (R8). */
export const largestImport = 200_000_000

/** The most bytes that one file of it may hold. */
export const largestFile = 50_000_000

/** The most files of a folder or an archive. */
export const mostFiles = 20_000

/** How many times larger than its packed form an archive may get (R8). */
export const largestRatio = 100

/** Packed archives up to this size may have any ratio: small texts repeat themselves. */
export const ratioFrom = 1_000_000

/** Things omitted that are listed; further ones are counted. */
export const mostLeftOut = 1_000

/** How deep folders of a collection may be nested. */
export const deepestFolder = 64
