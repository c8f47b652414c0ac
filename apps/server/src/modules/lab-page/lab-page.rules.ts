/** The file business of pictures in a lab's description. */
export const PICTURES = 'lab-description'
