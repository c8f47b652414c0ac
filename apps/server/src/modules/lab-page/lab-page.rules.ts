/** What pictures in the introduction of a lab hang on. */
export const PICTURES = 'lab-description'
