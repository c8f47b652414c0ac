import './list-held.css'

/**
 * Placed above a list while content there loads. It hides the filters and rows for at most 500 ms, so that
 * they do not shift down under the pointer.
 */
export const ListHeld = () => <span className="list-held" hidden />
