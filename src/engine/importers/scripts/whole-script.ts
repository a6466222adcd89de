import { parse } from 'acorn'
import { scriptModules } from '#engine/scripting/script-io.ts'
import { importerTexts as texts } from '../texts.ts'

/** Tools whose objects a Script step doesn't have: Hoppscotch, JetBrains' HTTP client, Thunder Client. */
const otherTool = /\b(?:pw|hopp|client|tc)\s*\.\s*\w/

/** Calls that change a request before it is sent, besides setting headers by name. */
const changer =
  /\brequest\.(?:url|method|body)\s*=[^=]|\brequest\.(?:url|body)\.(?:update|raw\s*=[^=]|addQueryParams|query\.(?:add|upsert|remove))|\brequest\.body\.\w+\.(?:add|upsert|remove)|\breq\.(?:set(?:Url|Method|Body|Headers)|deleteHeaders?)\(|\brequest\.(?:headers\.(?:remove|unset|clear)|removeHeader)\(/

/**
 * Why a Script step can't do what a script does; '' if it is no JavaScript, or written for a tool without a counterpart.
 * Undefined: it can.
 */
export function limitOfScript(code: string, isBefore: boolean): string | undefined {
  if (otherTool.test(code) || !isJavaScript(code)) return ''
  const modules = [...code.matchAll(/\brequire\(\s*['"`]([^'"`]+)['"`]/g)].map(([, name = '']) => name)
  const missing = modules.find((name) => !scriptModules.includes(rootOf(name)))
  if (missing !== undefined) return texts.missingModule(missing)
  return isBefore && changer.test(code) ? texts.changesRequest : undefined
}

const rootOf = (name: string): string => /^(?:npm:|node:)?(\.?[^/@]*)/.exec(name)?.[1] ?? name

/** As a Script step reads it: as the body of a function that can wait. */
function isJavaScript(code: string): boolean {
  try {
    parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: false,
    })
    return true
  } catch {
    return false
  }
}

const headerCall =
  /\brequest\.(?:headers\.(?:add|upsert)|addHeader|upsertHeader)\(\s*\{[^}]*?\b(?:key|name)['"]?\s*:\s*(['"`])([\w-]+)\1|\breq\.setHeader\(\s*(['"`])([\w-]+)\3/g

/** Headers that a script sets by literal names. */
export const headersSet = (code: string): string[] =>
  [...code.matchAll(headerCall)].flatMap(([, , postman, , bruno]) => postman ?? bruno ?? [])
