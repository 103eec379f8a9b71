/// What declarations are built with: the types behind builders and chains. Nothing in a flow needs to
/// name them.
public enum Building {}
