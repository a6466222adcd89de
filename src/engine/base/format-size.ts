/** Bytes as users read them, in steps of 1,000: `0 B`, `812 B`, `20.1 kB`, `3.4 MB`, `1.2 GB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`
  return bytes < 999_950_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
