/**
 * A JSON value as Assay keeps it. Integers that a double can't hold are `bigint` in projects; in responses a number
 * whose literal a double can't hold is a `LosslessNumber` (package lossless-json), so that comparisons use the literal.
 */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json }
