/** A project's file as the build reads it (vite.config.ts). */
declare module '*.aprj?project' {
  import type { Project } from '#engine/project/format/schema.ts'
  const project: Project
  export default project
}
