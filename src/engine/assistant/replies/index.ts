import type { Language } from '../glossaries/glossary.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Texts } from './texts.ts'
import { zh } from './zh.ts'

/** What the assistant says, by language. */
export const textsOf: Readonly<Record<Language, Texts>> = { en, de, es, fr, zh }
