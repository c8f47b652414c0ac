// Builds the web app and the server unless they are built from these sources, so that a bench measures them.
import { buildAll } from './lib.mjs'

await buildAll()
