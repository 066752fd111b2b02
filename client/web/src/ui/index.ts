/** Small controls that every screen shares. Each knows no more than its own look and keyboard. */
export { Button, type ButtonKind } from './button';
export { Field, showWrong } from './field';
export { Fold } from './fold';
export { InlineLink } from './inlineLink';
export { type Option, Segmented } from './segmented';
export { Sheet } from './sheet';
export { Sure } from './sure';
export { Switch } from './switch';
export { unbroken } from './unbroken';
