/** What runs inside of QuickJS before a script, as texts (scripts/script-api.mjs). */
declare module 'virtual:script-api' {
  const texts: { api: string; libraries: Record<string, string> }
  export default texts
}
