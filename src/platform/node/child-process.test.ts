import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { childEnvironment } from './child-process.ts'

it('[P4] child processes get the variables on a list, and no other', () => {
  const kept = { Path: 'p', HOME: 'h', LC_CTYPE: 'c', WAYLAND_DISPLAY: 'w', XDG_DATA_DIRS: 'x', no_proxy: 'n', SystemRoot: 's' }
  const dropped = { ASSAY_SECRET_A: 'c', ASSAY_PASSPHRASE: 'c', GITHUB_TOKEN: 'c', NODE_OPTIONS: '--require x', XDGX: 'c' }
  expect(childEnvironment({ ...kept, ...dropped, TZ: undefined })).toEqual(kept)
})

it('[P4] nothing else in the sources starts a process, and each browser gets the listed variables', () => {
  const root = resolve(import.meta.dirname, '../..')
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const files = all.filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file))
  expect(files.length).toBeGreaterThan(1000)
  const texts = files.map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(root, file), 'utf8') }))
  const starting = texts.filter(({ text }) => /node:(child_process|cluster)|['"`]child_process/.test(withoutTypes(text)))
  expect(starting.map(({ file }) => file)).toEqual(['platform/node/child-process.ts'])
  const launching = texts.filter(({ text }) => /\.(launch|launchPersistentContext|launchServer)\(/.test(text))
  expect(launching.map(({ file, text }) => [file, text.includes('env: { ...childEnvironment(')])).toEqual([
    ['platform/node/logins/browser.ts', true],
  ])
})

/** Types start nothing. */
const withoutTypes = (text: string): string => text.replace(/^import type .*$/gm, '')
