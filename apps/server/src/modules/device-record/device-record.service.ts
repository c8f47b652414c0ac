// What is written down of a device: achievements, teaching and repairs. A repair takes the device out of use
// and puts it back, so that the module of repair orders writes its repairs here. Who evaluates or reports an
// instrument reads what came of it and whom it taught, per instrument and period.

export { sumResults, type ResultSum } from './achievement.store.ts'
export { recordRepair } from './repair.action.ts'
export { sumTraining, type TrainingSum } from './training.store.ts'
