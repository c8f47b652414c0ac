// Builds the web app where it is not built from these sources yet: what is measured is what people are sent.
import { buildWeb } from './lib.mjs'

buildWeb()
