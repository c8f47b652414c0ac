// Records of a device: achievements, teaching and repairs. A repair takes the device out of use and puts it
// back, so the module of repair orders writes its repairs here. Modules for evaluation and reports read
// results and training per instrument and period. Test orders ask where the caller may enter a result.

export { readEntering } from './achievement.action.ts'
export { sumResults, type ResultSum } from './achievement.store.ts'
export { recordRepair } from './repair.action.ts'
export { sumTraining, type TrainingSum } from './training.store.ts'
