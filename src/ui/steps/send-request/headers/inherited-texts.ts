/** Texts about headers that a request has from its case, its suite or its project. */
export const inheritedTexts = {
  list: 'Inherited headers',
  from: (level: 'project' | 'suite' | 'case', name: string) => `${level} ${name}`,
  override: 'Override',
  leaveOut: 'Leave out',
  inherit: 'Inherit',
  action: (action: string, header: string) => `${action} ${header}`,
  overridden: 'overridden',
  leftOut: 'left out',
  edits: {
    override: (name: string) => `Override ${name}`,
    leaveOut: (name: string) => `Leave out ${name}`,
    inherit: (name: string) => `Inherit ${name}`,
  },
} as const
