// What is written down of a device: achievements, teaching and repairs. A repair takes the device out of use
// and puts it back, so that the module of repair orders writes its repairs here.

export { recordRepair } from './repair.action.ts'
