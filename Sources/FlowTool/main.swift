print("flow")
