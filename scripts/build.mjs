// Builds what is not built from these sources yet: what is measured is what people load and what runs.
import { buildServer, buildWeb } from './lib.mjs'

buildWeb()
buildServer()
