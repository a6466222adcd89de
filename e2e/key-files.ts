import { readFileSync } from 'node:fs'
import type { KeySettings } from '#engine/oauth/keys/key-settings.ts'

/** A key file of the tests, made by `make-files.sh` beside it; the password of the encrypted ones is `secret` unless the test says. */
export const keyFile = (name: string): string =>
  readFileSync(new URL(`../src/engine/oauth/keys/testing/files/${name}`, import.meta.url), 'utf8')

/** Settings of a key that a test cares about. */
export const keySettings = (settings: Partial<KeySettings>): KeySettings => ({
  form: 'pem',
  key: '',
  password: '',
  encoding: 'text',
  algorithm: 'RS256',
  keyId: '',
  x5tS256: false,
  ...settings,
})
