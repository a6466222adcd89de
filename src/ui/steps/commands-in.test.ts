import { expect, it } from 'vitest'
import { commandsIn } from './commands-in.ts'

it.each([
  ['Write it anew: openssl a -out k.pem, then openssl b -in k.pem', ['openssl a -out k.pem', 'openssl b -in k.pem']],
  ['Compare them: openssl a -in c.pem and openssl b -in k.pem print the same.', ['openssl a -in c.pem', 'openssl b -in k.pem']],
  ['Put them together: cat k.pem c.pem > both.pem. Without a certificate choose PEM.', ['cat k.pem c.pem > both.pem']],
  ['Encrypt it anew: openssl a -out c.pem (before OpenSSL 3 without it)', ['openssl a -out c.pem']],
  ['Enter the Key password.', []],
])('[O4] the commands of "%s" stand apart, and nothing of the text is lost', (text, commands) => {
  const parts = commandsIn(text)
  expect(parts.filter(({ command }) => command).map((part) => part.text)).toEqual(commands)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
