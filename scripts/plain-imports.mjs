// Loaded before the server (server-flags.json). Its six hundred files name each other by exact path, and each workspace of ours leads
// everywhere to the same file: Node need not look for extensions, links and package.json files at each of some five thousand imports,
// which took a third of a second of every start.
import { registerHooks } from 'node:module'

const ours = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const found = ours.get(specifier)
    if (found) return found
    if (specifier.startsWith('.') && context.conditions.includes('import')) {
      const url = new URL(specifier, context.parentURL).href
      return url.endsWith('.ts') ? { url, format: 'module-typescript', shortCircuit: true } : { url, shortCircuit: true }
    }
    const resolved = next(specifier, context)
    if (specifier.startsWith('@portal/')) ours.set(specifier, { ...resolved, shortCircuit: true })
    return resolved
  },
})
