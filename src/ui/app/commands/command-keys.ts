/**
 * The keys of commands by the command's id. They are known before the commands are loaded: the browser must not take such a key
 * for itself. What holds `Mod` is meant for the page also while a text is being typed.
 */
export const commandKeys: ReadonlyMap<string, string> = new Map([
  ['run', 'Mod+Enter'],
  ['run-step', 'Mod+Alt+Enter'],
  ['run-all', 'Mod+Shift+Enter'],
  ['stop', 'Mod+.'],
  ['undo', 'Mod+Z'],
  ['redo', 'Mod+Shift+Z'],
  ['duplicate', 'Mod+D'],
  ['save', 'Mod+S'],
  ['environments', 'Mod+E'],
  ['find', 'Mod+Shift+F'],
  ['palette', 'Mod+K'],
  ['tree', 'Mod+\\'],
  ['run-panel', 'Mod+J'],
  ['assistant', 'Mod+I'],
  ['keys', '?'],
])
