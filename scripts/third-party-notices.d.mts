import type { Plugin } from 'vite'

/** A package whose code is in what is shipped. */
export interface BundledPackage {
  name: string
  version: string
  /** An SPDX expression. */
  licence: string
  texts: string[]
  author?: string | undefined
}
export const gatherPackages: Plugin
export const isAllowed: (licence: string) => boolean
export const readPackage: (folder: string) => BundledPackage
export const noticesOf: (packages: readonly BundledPackage[]) => string
