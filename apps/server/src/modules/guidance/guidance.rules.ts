/** What pictures in an article hang on. */
export const PICTURES = 'guidance-text'
