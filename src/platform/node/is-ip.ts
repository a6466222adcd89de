/**
 * Node's `isIP`: 4, 6, or 0 for a name. An `import` of `node:net` would read all its exports, and one of them loads lists of networks, at every
 * start (bench/README.md).
 */
export const { isIP } = process.getBuiltinModule('node:net')
