import * as v from 'valibot'
import { predicateNames } from './facts.ts'

/** A predicate in the file. */
export const predicateName = v.picklist(predicateNames)
