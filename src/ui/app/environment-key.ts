/** The setting that keeps the active environment of a project. */
export const environmentKey = (localId: string): string => `environment ${localId}`
