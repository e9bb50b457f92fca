/** The bundler handles style sheets. */
declare module '*.css';
declare module '*.css?again';
declare module '*.css?inline' {
  const style: string;
  export default style;
}
