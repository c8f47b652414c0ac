import { engineering } from './kinds-engineering.ts'
import { life } from './kinds-life.ts'
import { microscopy } from './kinds-microscopy.ts'
import { physics } from './kinds-physics.ts'
import { separation } from './kinds-separation.ts'
import { spectra } from './kinds-spectra.ts'

/** All kinds of instruments of the demo campus. */
export const kinds = [...microscopy, ...spectra, ...separation, ...life, ...physics, ...engineering]
