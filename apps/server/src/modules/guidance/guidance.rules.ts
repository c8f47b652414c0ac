/** The file business of pictures in an article. */
export const PICTURES = 'guidance-text'
