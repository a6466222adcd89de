import { expect, it } from 'vitest'
import { pathOfChosen } from './path-of-chosen.ts'

it.each([
  ['', 'a b.png', 'a b.png'],
  ['old.png', 'new.png', 'new.png'],
  ['data/old.png', 'new.png', 'data/new.png'],
  ['/home/me/old.png', 'new.png', 'new.png'],
  ['../old.png', 'new.png', 'new.png'],
  ['', 'a\\b.png', 'a_b.png'],
])('[T7] beside %j the chosen file %j is called %j', (before, name, path) => expect(pathOfChosen(before, name)).toBe(path))
